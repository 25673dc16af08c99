import { readEnv, serverEnv, text } from '@kismet/service-kit/env'
import { z } from 'zod'

/** What payments reads of the server of pictures. */
export const picturesEnv = {
  PICTURES_URL: text.pipe(z.url({ protocol: /^http$/, error: 'must be an http URL' }).optional()).meta({
    description:
      'The server of pictures (src/bin/pictures.ts), which opens what players upload in a container where there is nothing else. Without it payments does so by processes of its own, which in a container are less apart than they must be.',
    inContainers: true,
  }),
}

/** What the server of pictures is told itself. */
export const pictureServerConfig = (): z.output<typeof serverEnv> => readEnv(serverEnv, process.env)

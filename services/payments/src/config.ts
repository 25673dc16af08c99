import { readEnv, serverEnv, text } from '@kismet/service-kit/env'
import { z } from 'zod'

/** What payments reads of the server of pictures. */
export const picturesEnv = {
  PICTURES_URL: text.pipe(z.url({ protocol: /^http$/, error: 'must be an http URL' }).optional()).meta({
    description:
      'The URL of the picture server, which opens uploads in a container of its own. Without it, payments starts a process for each file.',
    inContainers: true,
  }),
}

/** What the server of pictures is told itself. */
export const pictureServerConfig = (): z.output<typeof serverEnv> => readEnv(serverEnv, process.env)

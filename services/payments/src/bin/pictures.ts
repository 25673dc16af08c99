// The picture server: opens the files of strangers for payments, in its own container. Payments finds the server by PICTURES_URL.
import { createLogger } from '@kismet/service-kit/logger'
import { pictureServerConfig } from '../config.ts'
import { startPictureServer } from '../pictures/picture-server.ts'
import { processRenderer, requireWorking } from '../pictures/renderer.ts'

const config = pictureServerConfig()
const log = createLogger('pictures', config.LOG_LEVEL)
const render = processRenderer()
await requireWorking(render)
const server = await startPictureServer(config, { log, render })
log.info({ port: server.port }, 'started')

const stop = (): void => void server.stop().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

// Opens the files of strangers for payments, in a container of its own: from its environment (HOST, PORT, LOG_LEVEL) until SIGTERM or SIGINT. Payments finds it by PICTURES_URL.
import { createLogger } from '@kismet/service-kit/logger'
import { pictureServerConfig } from '../config.ts'
import { startPictureServer, stopsWithinMs } from '../pictures/picture-server.ts'
import { findRenderer } from '../pictures/renderer.ts'

const config = pictureServerConfig()
const log = createLogger('pictures', config.LOG_LEVEL)
const { render, lacks, reason } = await findRenderer()
const server = await startPictureServer(config, { log, render })
// What a process of a file shares here, it shares with nothing but this server.
log.info({ port: server.port, lacks, reason }, 'started')

const stop = (): void => {
  setTimeout(() => process.exit(1), stopsWithinMs + 1_000).unref()
  void server.stop().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

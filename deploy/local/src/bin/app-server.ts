import { createAppServer } from '@kismet/real-servers/app-server'
import { serveUntilStopped } from '../serve.ts'

const { APP_FOLDER, GATEWAY_URL, PASSES_ADMIN_CALLS, PORT, PROXY_ADDRESS } = process.env
if (APP_FOLDER === undefined || GATEWAY_URL === undefined || PORT === undefined) {
  throw new Error('APP_FOLDER, GATEWAY_URL and PORT must be set')
}
const server = createAppServer({
  appFolder: APP_FOLDER,
  gatewayUrl: GATEWAY_URL,
  passesAdminCalls: PASSES_ADMIN_CALLS === 'true',
  fromAddress: PROXY_ADDRESS,
})
serveUntilStopped(server, Number(PORT))

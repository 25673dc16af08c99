import { createGatewayBalancer } from '../gateway-balancer.ts'
import { serveUntilStopped } from '../serve.ts'

const { PORT, PROXY_ADDRESS, TARGETS } = process.env
if (PORT === undefined || TARGETS === undefined) throw new Error('PORT and TARGETS must be set')
serveUntilStopped(createGatewayBalancer(TARGETS.split(','), PROXY_ADDRESS), Number(PORT))

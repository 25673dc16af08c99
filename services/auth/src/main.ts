import { runService } from '@kismet/service-kit/run-service'
import { auth } from './service.ts'

await runService(auth)

import { runService } from '@kismet/service-kit/run-service'
import { apiDocument } from './http/docs.ts'
import { gateway } from './service.ts'

apiDocument()
await runService(gateway)

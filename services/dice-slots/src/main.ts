import { runService } from '@kismet/service-kit/define-service'
import { diceSlots } from './service.ts'

await runService(diceSlots)

import { runService } from '@kismet/service-kit/run-service'
import { diceSlots } from './service.ts'

await runService(diceSlots)

// Prints the SQL by which `./kismet renew-commitments dice-slots` repairs invalid commitments: DATABASE_URL=... SEED_SECRET=... node services/dice-slots/src/bin/renew-commitments.ts all | PLAYER...
import { renewCommitments } from '@kismet/game-kit/bin/renew-commitments'
import { games } from '../games.ts'

await renewCommitments({ name: 'dice-slots', games })

// Prints the SQL by which `./kismet renew-commitments mines` repairs invalid commitments: DATABASE_URL=... SEED_SECRET=... node services/mines/src/bin/renew-commitments.ts all | PLAYER...
import { renewCommitments } from '@kismet/game-kit/bin/renew-commitments'
import { games } from '../games.ts'

await renewCommitments({ name: 'mines', games })

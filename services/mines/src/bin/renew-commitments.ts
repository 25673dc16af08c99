// Gives seats that nobody can play new commitments (docs/operating/alarms/commitments-invalid.md): DATABASE_URL=... SEED_SECRET=...
// node services/mines/src/bin/renew-commitments.ts all | <id of a player>... prints the SQL for it, which the owner of the tables runs.
import { renewCommitments } from '@kismet/game-kit/bin/renew-commitments'
import { games } from '../games.ts'

await renewCommitments({ name: 'mines', games })

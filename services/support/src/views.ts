import type { SupportMessage } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { StoredMessage } from './db/messages.ts'

/** A message as admins see it. */
export function adminView({ player, createdAt, changedAt, ...stored }: StoredMessage): SupportMessage {
  const { _id, name, email, message, status, changedBy } = stored
  return {
    _id,
    name,
    email,
    message,
    status,
    createdAt: isoTime(createdAt.getTime()),
    user: player === null ? null : { _id: player.id, email: player.email, username: null },
    changedAt: changedAt === null ? null : isoTime(changedAt.getTime()),
    changedBy,
  }
}

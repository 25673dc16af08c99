import { noticeUsefulForMs } from '@kismet/contracts'
import type { OwnerNotice } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { insertMail } from './db/mails.ts'
import type { AlertNotice } from './domain/owner-letter.ts'
import type { Sources } from './sources.ts'

/**
 * Writes a mail to the owners in the transaction of its cause, once for each id. The outbox of the service sends it to the
 * addresses of OWNER_MAILS, so that a command of the operator needs no mail server.
 */
export async function tellOwners(
  transaction: Queryable,
  { clock, randomness, secrets }: Pick<Sources, 'clock' | 'randomness' | 'secrets'>,
  notice: OwnerNotice | AlertNotice,
  id?: string,
): Promise<void> {
  const nowMs = clock.now()
  const mailId = id ?? randomness.id(nowMs)
  const sealed = secrets.mails.seal(Buffer.from(JSON.stringify({ ...notice, atMs: nowMs })), mailId, randomness)
  const uselessAtMs = nowMs + noticeUsefulForMs
  await insertMail(transaction, { id: mailId, kind: 'notice', sealed, nowMs, uselessAtMs, request: undefined })
}

import { createHash } from 'node:crypto'
import { adminGetDepositProof, getDepositProof, getQrImage } from '@kismet/contracts'
import type { AdminDeposit, Deposit, DepositSettings } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { z } from 'zod'
import type { StoredDeposit } from './db/deposits.ts'
import type { StoredSettings } from './db/settings.ts'

type DepositView = z.output<typeof Deposit>
type AdminDepositView = z.output<typeof AdminDeposit>

const settingsVersionLength = 16

const timeOrNull = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs))

function common(deposit: StoredDeposit): Omit<DepositView, 'user' | 'proof'> {
  return {
    _id: deposit.id,
    amount: deposit.amountPaise,
    method: deposit.method,
    utr: deposit.utr,
    status: deposit.status,
    adminReason: deposit.adminReason,
    createdAt: isoTime(deposit.createdAtMs),
    proofDeletedAt: timeOrNull(deposit.proofDeletedAtMs),
  }
}

/** A request as its player sees it. */
export function playerView(deposit: StoredDeposit): DepositView {
  const proof = getDepositProof.route.path.replace(':id', deposit.id)
  return { ...common(deposit), user: deposit.playerId, proof }
}

/** A request as admins see it. */
export function adminView(deposit: StoredDeposit): AdminDepositView {
  return {
    ...common(deposit),
    user: { _id: deposit.playerId, email: deposit.playerEmail, username: null },
    proof: adminGetDepositProof.route.path.replace(':id', deposit.id),
    proofPages: deposit.proofPages,
    decidedAt: timeOrNull(deposit.decidedAtMs),
    decidedBy: deposit.decidedByName,
  }
}

/** What stands for these settings: the same for the same values, so that nobody is refused who has seen what is in use. */
export function settingsVersion({ utr, qrVersion }: StoredSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([utr, qrVersion]))
    .digest('hex')
    .slice(0, settingsVersionLength)
}

export function settingsView(settings: StoredSettings): z.output<typeof DepositSettings> {
  const { utr, qrVersion } = settings
  const qrImage = qrVersion === null ? null : getQrImage.route.path.replace(':version', qrVersion)
  return { utr, qrImage, version: settingsVersion(settings) }
}

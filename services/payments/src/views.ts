import { adminGetDepositProof, getDepositProof, getQrImage } from '@kismet/contracts'
import type { AdminDeposit, Deposit, DepositSettings } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { z } from 'zod'
import type { StoredDeposit } from './db/deposits.ts'
import type { StoredSettings } from './db/settings.ts'

type DepositView = z.output<typeof Deposit>
type AdminDepositView = z.output<typeof AdminDeposit>

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

export function settingsView({ utr, qrVersion }: StoredSettings): z.output<typeof DepositSettings> {
  return { utr, qrImage: qrVersion === null ? null : getQrImage.route.path.replace(':version', qrVersion) }
}

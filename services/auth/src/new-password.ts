import { Refusal } from '@kismet/service-kit/refusal'
import type { AuthContext } from './context.ts'
import { isTooCommon } from './domain/password-rules.ts'

/** @throws Refusal `invalid_request` for one of the commonest passwords; the contract has checked the length. */
export function requireUncommonPassword({ commonPasswords }: AuthContext, password: string): void {
  if (isTooCommon(password, commonPasswords))
    throw new Refusal('invalid_request', 'This password is too common. Please choose another one.')
}

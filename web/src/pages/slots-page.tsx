import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { casinoPath } from '../core/paths.ts'
import { SlotsGame } from '../features/slots/slots-game.tsx'
import { ChatButton } from './chat-button.tsx'

/** / and /casino/slots: the first game, with the chat where it is named (spec 2.3). */
export function SlotsPage(): ReactNode {
  const { pathname } = useLocation()
  return (
    <>
      <SlotsGame />
      {pathname === casinoPath('slots') && <ChatButton />}
    </>
  )
}

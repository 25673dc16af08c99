/** The sockets of one player. */
export function playerRoom(playerId: string): string {
  return `user:${playerId}`
}

/** The sockets of one session. */
export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`
}

import styles from './tone.module.css'

/** The meaning of a colour: `good` is done or money in, `bad` is refused or lost, `warn` is pending, `own` marks the player's own data. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info' | 'own'

/** The class that sets `--tone` and the background `--soft`. */
export function toneClass(tone: Tone): string | undefined {
  return styles[tone]
}

import styles from './tone.module.css'

/** What a colour tells: money in or done, refused or lost, still open, neutral news, the player's own. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info' | 'own'

/** The class that gives an element `--tone` and `--soft`, the fill behind it. */
export function toneClass(tone: Tone): string | undefined {
  return styles[tone]
}

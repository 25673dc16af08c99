import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import styles from './avatar.module.css'

/** Two letters of a name: of its first two words, else its first two. */
function initials(name: string): string {
  const [first = '', second = ''] = name.split(/[\s._-]+/).filter(Boolean)
  const start = (word: string, length: number): string => Array.from(word).slice(0, length).join('')
  return (second === '' ? start(first, 2) : start(first, 1) + start(second, 1)).toUpperCase()
}

const tints = ['royal', 'info', 'own', 'good'] as const

/** The same name always has the same tint. */
function tintOf(name: string): (typeof tints)[number] {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return tints[sum % tints.length] ?? 'royal'
}

/** A person as a disc with two letters; the name stands beside it. */
export function Avatar({ name }: { name: string }): ReactNode {
  return (
    <span className={classNames(styles.avatar, styles[tintOf(name)])} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

import { logWarning } from '@kismet/app-kit/log.ts'
import type { News } from './news.ts'

type Note = readonly [hertz: number, atS: number]

/** A few notes a piece of news; what is only a message has none. */
const tunes: Readonly<Partial<Record<News['kind'], readonly Note[]>>> = {
  placed: [[440, 0]],
  tookOff: [
    [330, 0],
    [440, 0.09],
  ],
  cashedOut: [
    [523, 0],
    [659, 0.09],
    [784, 0.18],
  ],
  crashed: [
    [220, 0],
    [165, 0.12],
  ],
}
const noteS = 0.16
const loudness = 0.08

/** Plays the news as short notes, once it was asked to: browsers begin no sound before a press. */
export class Sound {
  #context: AudioContext | null = null

  switchOn(): void {
    this.#context ??= new AudioContext()
    this.#context.resume().catch((error: unknown) => logWarning('There is no sound', error))
  }

  play({ kind }: News): void {
    const context = this.#context
    if (context?.state !== 'running') return
    for (const [hertz, atS] of tunes[kind] ?? []) {
      const from = context.currentTime + atS
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(loudness, from)
      volume.gain.exponentialRampToValueAtTime(0.001, from + noteS)
      tone.connect(volume).connect(context.destination)
      tone.start(from)
      tone.stop(from + noteS)
    }
  }

  close(): void {
    void this.#context?.close()
    this.#context = null
  }
}

import { setImmediate as turnOver } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { TurnEnd } from './turn-end.ts'

it('runs each work once at the end of the turn, after what the turn still does', async () => {
  const done: string[] = []
  const turnEnd = new TurnEnd()
  const answers = () => done.push('answers')
  const signals = () => done.push('signals')
  turnEnd.add(answers)
  turnEnd.add(signals)
  turnEnd.add(answers)
  await Promise.resolve()
  done.push('the turn')
  await turnOver()
  expect(done).toEqual(['the turn', 'answers', 'signals'])
  turnEnd.add(answers)
  await turnOver()
  expect(done).toEqual(['the turn', 'answers', 'signals', 'answers'])
})

it('does not wait when it is told to run, and runs nothing twice', async () => {
  const done: string[] = []
  const turnEnd = new TurnEnd()
  turnEnd.add(() => done.push('answers'))
  turnEnd.run()
  expect(done).toEqual(['answers'])
  await turnOver()
  expect(done).toEqual(['answers'])
})

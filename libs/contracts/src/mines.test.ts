import { describe, expect, it } from '@jest/globals'
import { setMinesAutoSettings, startMinesAuto } from './mines-auto.ts'
import { revealMinesTile, startMines } from './mines.ts'
import { parseInput } from './parse.ts'

const auto = { selectedTiles: [0, 7, 24], betAmount: 100, minesCount: 3, tilesToReveal: 3 }
const withinBalance = 'Please enter a valid bet amount within your balance.'
const minesCount = 'Mines count must be between 1 and 24.'
const noTiles = 'Please select tiles before starting auto mode'
const noBet = 'Please enter a valid bet amount'
const tile = 'tileIndex must be a whole number from 0 to 24.'
const wrongTiles = 'selectedTiles must be different tiles from 0 to 24.'
const upper = 'Invalid Upper Balance Boundary'

describe('a request of Mines', () => {
  it.each([
    { what: 'no bet', schema: startMines.input, raw: { minesCount: 3 }, message: withinBalance },
    { what: 'a bet of 0', schema: startMines.input, raw: { bet: 0, minesCount: 3 }, message: withinBalance },
    {
      what: 'a bet over the most',
      schema: startMines.input,
      raw: { bet: 100_001, minesCount: 3 },
      message: withinBalance,
    },
    { what: 'no mines', schema: startMines.input, raw: { bet: 1, minesCount: 0 }, message: minesCount },
    { what: '25 mines', schema: startMines.input, raw: { bet: 1, minesCount: 25 }, message: minesCount },
    { what: 'half a mine', schema: startMines.input, raw: { bet: 1, minesCount: 2.5 }, message: minesCount },
    { what: 'a tile too many', schema: revealMinesTile.input, raw: { gameId: 'a', tileIndex: 25 }, message: tile },
    { what: 'a tile that is text', schema: revealMinesTile.input, raw: { gameId: 'a', tileIndex: '3' }, message: tile },
    {
      what: 'nothing',
      schema: startMinesAuto.input,
      raw: { ...auto, selectedTiles: [], betAmount: 0 },
      message: noTiles,
    },
    { what: 'a bet of nothing', schema: startMinesAuto.input, raw: { ...auto, betAmount: 0 }, message: noBet },
    {
      what: 'a bet that is no whole number',
      schema: startMinesAuto.input,
      raw: { ...auto, betAmount: 1.5 },
      message: noBet,
    },
    {
      what: 'one tile twice',
      schema: startMinesAuto.input,
      raw: { ...auto, selectedTiles: [1, 1] },
      message: wrongTiles,
    },
    {
      what: 'more tiles than gems',
      schema: startMinesAuto.input,
      raw: { ...auto, minesCount: 23 },
      message: 'Cannot select more than 2 tiles',
    },
    {
      what: 'a boundary below 0',
      schema: setMinesAutoSettings.input,
      raw: { ...auto, stopOnProfit: -1 },
      message: upper,
    },
  ])('with $what: $message', ({ schema, raw, message }) => {
    expect(parseInput(schema, raw)).toMatchObject({ ok: false, message })
  })

  it.each([
    { what: 'the least game', schema: startMines.input, raw: { bet: 1, minesCount: 24 } },
    {
      what: 'no limits of a run',
      schema: setMinesAutoSettings.input,
      raw: { ...auto, stopAfterBets: null, stopOnProfit: null },
    },
    { what: 'nothing selected yet', schema: setMinesAutoSettings.input, raw: { ...auto, selectedTiles: [] } },
    { what: 'all gems', schema: startMinesAuto.input, raw: { ...auto, minesCount: 22 } },
  ])('with $what is good', ({ schema, raw }) => {
    expect(parseInput(schema, raw).ok).toBe(true)
  })
})

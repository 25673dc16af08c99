import { paiseOfRupees } from './money.ts'

/** Every limit and constant of the product, once (product spec, section 9; docs/spec/amendments.md). Amounts in rupees where the name says so. */
export const limits = {
  /**
   * `tries` are of one code, for its owner and for each network of strangers, who have `triesOfStrangers` in all. `wrongPerDay` is of one e-mail, `wrongPerDayOfNetwork` what strangers of one network try of any:
   * from then on it takes two right codes in a row. `mailsPerDay` is of one e-mail too: one who asks
   * is a device that the account knows, or a network; `ofStrangers` is what all others together have, so that they never use up what its owner needs.
   */
  otp: {
    length: 6,
    lifetimeMs: 10 * 60_000,
    tries: 5,
    triesOfStrangers: 100,
    resendAfterMs: 30_000,
    wrongPerDay: 15,
    wrongPerDayOfNetwork: 50,
    mailsPerDay: { ofOne: 10, ofStrangers: 50 },
    /** Codes that a network asks for, of any e-mail; devices that an account knows are not counted. */
    asksOfNetwork: { most: 200, withinMs: 10 * 60_000 },
  },
  /** `waiting` is how many of one address wait at a time, `keptMs` how long one does, `codesOfPlace` how many codes hold its place, each while it is valid; `ofNetwork` counts those that are not verified. */
  signUp: { waiting: 3, keptMs: 24 * 60 * 60_000, codesOfPlace: 3, ofNetwork: { most: 300, withinMs: 60 * 60_000 } },
  /** `changes` are of one player, each of which is mailed. */
  password: { minLength: 8, maxLength: 128, changes: { most: 10, withinMs: 24 * 60 * 60_000 } },
  /** `perPerson`: one login more ends the oldest session. `rememberedMs`: how long a gateway that hears nothing takes one for alive. */
  session: {
    inactivityMs: 60 * 60_000,
    lifetimeMs: 24 * 60 * 60_000,
    activityEveryMs: 60_000,
    checkEveryMs: 30_000,
    perPerson: 50,
    rememberedMs: 5_000,
  },
  /** Wrong passwords of an account: from one device that it knows, or one network, and from all together that it does not know. */
  login: {
    ofOne: { most: 10, withinMs: 15 * 60_000 },
    ofStrangers: { most: 30, withinMs: 60 * 60_000 },
  },
  /** An account knows the devices of so many of its newest logins, and each for so long. */
  device: { logins: 50, knownForMs: 90 * 24 * 60 * 60_000 },
  deposit: {
    minRupees: 100,
    maxRupees: 10_000,
    proofMaxBytes: 8 * 1024 * 1024,
    pdfPages: 5,
    /** Of each picture that is made of a proof and kept. */
    proofPageMaxBytes: 1024 * 1024,
    pendingPerPlayer: 5,
    /** What one player may store on one day of Asia/Kolkata: proofs that cannot be opened count as requests, and of those that take too much to open (`heavyProofs`) there are few. */
    perDay: { requests: 20, proofBytes: 25 * 1024 * 1024, heavyProofs: 3 },
    rejectedProofDays: 90,
    reasonMaxLength: 500,
  },
  /** `passwordTries`: wrong withdraw passwords of a player, of all accounts together. */
  withdrawal: {
    minRupees: 200,
    maxRupees: 10_000_000,
    accountsPerPlayer: 3,
    accountChangesPerDay: 20,
    pendingPerPlayer: 5,
    passwordMinLength: 4,
    passwordMaxLength: 128,
    passwordTries: { most: 5, withinMs: 60 * 60_000 },
    reasonMaxLength: 500,
  },
  /** What admins do with requests of both kinds. `exportRows`: of one CSV file. `accountNewMs`: for so long an account counts as new; `similarProofDays`: how far back proofs are compared. */
  requests: {
    claimMs: 5 * 60_000,
    exportRows: 50_000,
    relatedShown: 10,
    accountNewMs: 3 * 24 * 60 * 60_000,
    similarProofDays: 90,
  },
  /**
   * Letters of each field of a message; `perDay` is how many are taken on a day of UTC, of one player, of the strangers of one address (of IPv6 the /48) and of all of them together. `open`: how many may
   * wait for an answer, of one player, of the strangers of one address, of all strangers and in all; none of them is ever deleted. `kept` is all together: the closed ones have what is left of it, and each `closedDays` days at most.
   */
  support: {
    nameMaxLength: 100,
    emailMaxLength: 254,
    messageMaxLength: 4_000,
    perDay: { ofPlayer: 20, ofSite: 100, ofStrangers: 2_000 },
    open: { ofPlayer: 40, ofSite: 50, ofStrangers: 1_000, ofAll: 2_000 },
    kept: 5_000,
    closedDays: 180,
  },
  dice: { minRupees: 100, maxRupees: 100_000, rollOverMax: 99.99, rollOverDefault: 50.5 },
  slots: { minRupees: 100, maxRupees: 50_000 },
  /**
   * Times in ms. `receivedBeforeMs`: how long before its arrival at the service a cash-out may have been received; losses are settled `settleAfterMs` after the crash. `feedOfTick`: bets and cash-outs of
   * others that one tick tells. `roundLiabilityRupees`: what all bets of a round together may come to at the highest multiplier.
   */
  aviator: {
    minRupees: 100,
    maxRupees: 10_000,
    lowestTarget: 1.01,
    highestTarget: 100,
    roundLiabilityRupees: 100_000_000,
    bettingMs: 10_000,
    pauseMs: 3_000,
    tickEveryMs: 100,
    receivedBeforeMs: 250,
    settleAfterMs: 300,
    feedOfTick: 20,
    historyShown: 19,
    topWinsShown: 20,
    modeChangesShown: 50,
  },
  /** `tiles` and `countMax` are those of the board (libs/fairness). A game that nobody plays for `idleMs` is ended. */
  mines: {
    minRupees: 1,
    maxRupees: 100_000,
    tiles: 25,
    countMax: 24,
    countPresets: [3, 5, 10, 20],
    idleMs: 30 * 24 * 60 * 60_000,
  },
  /** `everyMs` is the least between two games of a player, `pollMs` how often the page continues, `gamesListed` how many games a status has, `gamesShown` how many the page shows. */
  minesAuto: {
    betRupeesDefault: 100,
    minesCountDefault: 3,
    tilesToRevealDefault: 3,
    randomTilesMax: 5,
    everyMs: 1_500,
    pollMs: 2_000,
    pausedAfterMs: 60_000,
    gamesListed: 50,
    gamesShown: 8,
    stopAfterBetsMax: 1_000_000,
    boundaryMaxRupees: 10_000_000_000,
  },
  bonus: { percent: 10, wagerPercent: 50, minMultiplierDefault: 1.01 },
  /** A limit that was raised waits for a day. Times that a player can ask for: docs/reference/player-api.md; a self-exclusion of 100 years is one for good. */
  /** Of an admin: `pending` of all admins together wait for a second one. */
  correction: { maxRupees: 10_00_000, reasonMinLength: 5, reasonMaxLength: 500, pending: 100 },
  saferPlay: {
    limitMaxRupees: 10_00_00_000,
    raiseAfterMs: 24 * 3_600_000,
    timeOutHours: { min: 24, max: 1_008 },
    exclusionDays: { min: 180, max: 36_500 },
    changesPerDay: 50,
  },
  maxWinPaise: paiseOfRupees(1_000_000),
  balancePoll: { everyMs: 30_000, timeoutMs: 10_000 },
  onlineUsersPollMs: 10_000,
  /** The list of online players names those who were active last; the count is of all. */
  onlineUsersShown: 200,
  /** Rows of a page of a list. */
  listRows: 200,
  adminList: { searchMaxLength: 256 },
  /** Why the site is closed or opened, for the audit log, in letters. */
  maintenance: { reasonMaxLength: 500 },
  /** What admins write of a player, in letters. */
  playerNotes: { note: { maxLength: 2_000 }, reason: { minLength: 3, maxLength: 500 } },
  clientSeed: { own: 47, random: 16 },
  /**
   * `unfinishedBytes`: what all bodies that have not come whole hold of one gateway process. `formWithinMs`: what is longer than any form takes, whose 8 MB are half an hour on the
   * slowest mobile network, beside the wait for its place; where it falls silent it ends long before.
   */
  body: { jsonBytes: 64 * 1024, jsonWithinMs: 10_000, formWithinMs: 3_600_000, unfinishedBytes: 64 * 1024 * 1024 },
  /** To one gateway process: those that have not shown a token, and those that have, sockets apart. A site is the /48 of IPv6, which one customer may have as a whole. */
  connections: { strangersOfNetwork: 100, strangersOfSite: 400, ofPerson: 30 },
  /**
   * Of one gateway process; `perPlayer` counts a player's tabs there. A socket is closed that sends more than `messages` or `bytes` or is refused by its rate more
   * than `refusals` times within `withinMs`, or for which more than `waitingBytes` wait, second after second, because it does not read.
   */
  sockets: {
    perProcess: 5_000,
    perPlayer: 20,
    maxMessageBytes: 16 * 1024,
    withinMs: 10_000,
    messages: 300,
    refusals: 50,
    bytes: 64 * 1024,
    waitingBytes: 256 * 1024,
  },
} as const

/** At most `points` within `seconds`. */
export interface RequestRate {
  readonly points: number
  readonly seconds: number
  /** Addresses of IPv6 count by their /48, which one customer may have as a whole, rather than by their /64. */
  readonly bySite?: true
}

/**
 * Default request rates, for each player (or admin) and, only where nobody has shown who asks, for each address: a carrier may have thousands of honest players
 * behind one. RATE_LIMIT_FACTOR multiplies them all.
 */
export const requestRates = {
  read: { player: { points: 120, seconds: 10 }, address: { points: 3_000, seconds: 10 } },
  command: { player: { points: 60, seconds: 10 } },
  bet: { player: { points: 30, seconds: 3 } },
  upload: { player: { points: 20, seconds: 3600 } },
  /** Lists taken away as files, which are read whole. */
  export: { player: { points: 20, seconds: 3600 } },
  /** Messages to the support. */
  message: { player: { points: 10, seconds: 3600 }, address: { points: 10, seconds: 3600, bySite: true } },
  /** Each account has throttles of its own, and hashing a bounded queue. */
  'sign-in': { address: { points: 1_200, seconds: 60 } },
  /** Requests and connections that had to show a token and did not show one that is good. */
  stranger: { address: { points: 600, seconds: 60 } },
  /** Sockets that are opened. */
  connect: { player: { points: 60, seconds: 60 } },
  /** Events on open sockets. */
  socket: { player: { points: 100, seconds: 10 } },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<'player' | 'address', RequestRate>>>>>

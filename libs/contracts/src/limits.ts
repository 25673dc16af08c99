import { paiseOfRupees } from './money.ts'

/** All limits and constants of the product (product spec, section 9; docs/spec/amendments.md). Amounts are in rupees where the name says so. */
export const limits = {
  /**
   * Mailed codes. docs/concepts/security-model.md has the table of all limits against guessing. "Others" are callers at a
   * device that the account does not know.
   * - `tries`: of one code, by its owner, or by one network of others.
   * - `wrongOfEmail`: wrong codes of others for one e-mail address. `wrongOfNetwork`: of others in one network, for all addresses.
   * - `mailsOfOne`: code mails to one address on one day that one device or network asked for. `mailsOfAll`: that all others asked for.
   * - `asksOfNetwork`: sign-ups and codes that one network asks for. Known devices do not count.
   */
  otp: {
    length: 6,
    lifetimeMs: 10 * 60_000,
    tries: 5,
    resendAfterMs: 30_000,
    wrongOfEmail: { most: 20, withinMs: 24 * 60 * 60_000 },
    wrongOfNetwork: { most: 100, withinMs: 24 * 60 * 60_000 },
    mailsOfOne: 10,
    mailsOfAll: 50,
    asksOfNetwork: { most: 200, withinMs: 10 * 60_000 },
  },
  /** `keptMs`: how long a sign-up waits for its code. */
  signUp: { keptMs: 24 * 60 * 60_000 },
  password: { minLength: 8, maxLength: 128 },
  /** `perPerson`: one login more ends the oldest session. `rememberedMs`: how long a gateway caches a live session. */
  session: {
    inactivityMs: 60 * 60_000,
    lifetimeMs: 24 * 60 * 60_000,
    activityEveryMs: 60_000,
    checkEveryMs: 30_000,
    perPerson: 50,
    rememberedMs: 5_000,
  },
  /** Wrong passwords of an account. `ofOne`: from one known device or one network. `ofStrangers`: from all unknown devices. */
  login: {
    ofOne: { most: 10, withinMs: 15 * 60_000 },
    ofStrangers: { most: 30, withinMs: 60 * 60_000 },
  },
  /** An account knows the devices of so many of its newest logins, and each for so long. */
  device: { logins: 50, knownForMs: 90 * 24 * 60 * 60_000 },
  /** Browsers that show notifications to one player. One more replaces the oldest. */
  push: { browsers: 10, endpointMaxLength: 1024 },
  deposit: {
    minRupees: 100,
    maxRupees: 10_000,
    proofMaxBytes: 8 * 1024 * 1024,
    pdfPages: 5,
    /** Of each stored picture of a proof. */
    proofPageMaxBytes: 1024 * 1024,
    pendingPerPlayer: 5,
    /** What one player may store on one day of Asia/Kolkata. Unreadable proofs count as requests. */
    perDay: { requests: 20, proofBytes: 25 * 1024 * 1024 },
    reasonMaxLength: 500,
    /** How often an admin may ask for a better proof of one request. */
    betterProofs: 3,
    /** The longest reference has 128 characters; spaces and hyphens may come on top. */
    referenceMaxLength: 160,
  },
  /** Accounts that players pay to. */
  payTo: { accounts: 20, dailyLimitMaxRupees: 99_999_999 },
  /**
   * `passwordTries`: wrong withdraw passwords of a player, of all accounts together. `accountWaitsMs`: an account that was
   * saved on a new device or after a password reset waits so long. A device is new for the same time.
   */
  withdrawal: {
    minRupees: 200,
    maxRupees: 10_000_000,
    accountsPerPlayer: 3,
    accountChangesPerDay: 20,
    accountWaitsMs: 24 * 60 * 60_000,
    pendingPerPlayer: 5,
    passwordMinLength: 4,
    passwordMaxLength: 128,
    passwordTries: { most: 5, withinMs: 60 * 60_000 },
    reasonMaxLength: 500,
  },
  /** What admins do with requests of both kinds. `accountNewMs`: for so long an account counts as new; `similarProofDays`: proofs that are older or newer by more are not compared. */
  requests: {
    claimMs: 5 * 60_000,
    relatedShown: 10,
    accountNewMs: 3 * 24 * 60 * 60_000,
    similarProofDays: 90,
  },
  /** `fileLines`: withdrawals of one payment file. `unseenDays`: a paid withdrawal without a debit of the bank is listed after this time. */
  payout: { leaseMinutes: 15, leaseMinutesMax: 240, fileLines: 200, filesShown: 20, unseenDays: 3 },
  /**
   * `open`: messages that wait for a reply, of one player, of the visitors of one address (IPv6: the /48), of all
   * visitors and in all. An open message is never deleted. A closed message is kept `closedDays` days. Limits of replies:
   * `supportLimits`.
   */
  support: {
    nameMaxLength: 100,
    emailMaxLength: 254,
    messageMaxLength: 4_000,
    open: { ofPlayer: 40, ofSite: 50, ofStrangers: 1_000, ofAll: 2_000 },
    closedDays: 180,
  },
  dice: { minRupees: 100, maxRupees: 100_000, rollOverMax: 99.99, rollOverDefault: 50.5 },
  slots: { minRupees: 100, maxRupees: 50_000 },
  /**
   * - `receivedBeforeMs`: the largest time between the receipt of a cash-out and its arrival at the service.
   * - `settleAfterMs`: losses are settled this long after the crash.
   * - `feedOfTick`: bets and cash-outs of others in one tick.
   * - `roundLiabilityRupees`: the largest sum of payouts of a round, if all its bets reach the highest multiplier.
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
  /** `tiles` and `countMax` are those of the board (libs/fairness). A game ends after `idleMs` without a step. */
  mines: {
    minRupees: 1,
    maxRupees: 100_000,
    tiles: 25,
    countMax: 24,
    countPresets: [3, 5, 10, 20],
    idleMs: 30 * 24 * 60 * 60_000,
  },
  /**
   * - `everyMs`: the shortest time between two games of a player.
   * - `pollMs`: how often the page continues.
   * - `gamesListed`: games in a status. `gamesShown`: games on the page.
   */
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
  /** `pending`: corrections of all admins that wait for a second admin. */
  correction: { maxRupees: 10_00_000, reasonMinLength: 5, reasonMaxLength: 500, pending: 100 },
  /** A raised limit waits for a day. Allowed times: docs/reference/player-api.md. A self-exclusion of 100 years is permanent. */
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
  /** The list has the players who were active last. The count is of all online players. */
  onlineUsersShown: 200,
  /** `rangeDays`: the most days of a list of results by player. `winsShown`: the largest wins of a report. `mailAddresses`: who get the daily report. */
  reports: { rangeDays: 92, winsShown: 10, mailAddresses: 20 },
  /** Rows of a page of a list. */
  listRows: 200,
  adminList: { searchMaxLength: 256 },
  /** The reason to close or open the site, for the audit log. */
  maintenance: { reasonMaxLength: 500 },
  /** Lengths of what admins write about a player. */
  playerNotes: { note: { maxLength: 2_000 }, reason: { minLength: 3, maxLength: 500 } },
  clientSeed: { own: 47, random: 16 },
  /**
   * `formWithinMs`: the server ends a form after 300 s; this limit of clients and servers is longer. A silent connection
   * ends long before.
   */
  body: { jsonBytes: 64 * 1024, jsonWithinMs: 10_000, formWithinMs: 360_000 },
} as const

/** At most `points` within `seconds`. */
export interface RequestRate {
  readonly points: number
  readonly seconds: number
  /** IPv6 addresses count by their /48 instead of their /64, because one customer may own a whole /48. */
  readonly bySite?: true
}

/**
 * Default rate limits for each player or admin. Only strangers are limited by address, because a carrier may have
 * thousands of honest players behind one address. RATE_LIMIT_FACTOR multiplies all rates.
 */
export const requestRates = {
  read: { player: { points: 120, seconds: 10 }, address: { points: 3_000, seconds: 10 } },
  command: { player: { points: 60, seconds: 10 } },
  bet: { player: { points: 30, seconds: 3 } },
  upload: { player: { points: 20, seconds: 3600 } },
  /** Downloads of whole lists as files. */
  export: { player: { points: 20, seconds: 3600 } },
  /** Messages to the support. */
  message: { player: { points: 10, seconds: 3600 }, address: { points: 10, seconds: 3600, bySite: true } },
  /** Each account also has its own throttles, and password hashing has a bounded queue. */
  'sign-in': { address: { points: 1_200, seconds: 60 } },
  /** Requests and connections that need a token and have no valid token. */
  stranger: { address: { points: 600, seconds: 60 } },
  /** Sockets that are opened. */
  connect: { player: { points: 60, seconds: 60 } },
  /** Events on open sockets. */
  socket: { player: { points: 100, seconds: 10 } },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<'player' | 'address', RequestRate>>>>>

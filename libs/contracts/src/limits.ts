import { paiseOfRupees } from './money.ts'

/** Every limit and constant of the product, once (product spec, section 9; docs/decisions.md). Amounts in rupees where the name says so. */
export const limits = {
  /**
   * `tries` are of one code, for its owner and for each network of strangers, who have `triesOfStrangers` in all. `wrongPerDay` is of one e-mail: from then on it takes two right codes in a row. `mailsPerDay` is of one e-mail too: one who asks
   * is a device that the account knows, or a network; `ofStrangers` is what all others together have, so that they never use up what its owner needs.
   */
  otp: {
    length: 6,
    lifetimeMs: 10 * 60_000,
    tries: 5,
    triesOfStrangers: 100,
    resendAfterMs: 30_000,
    wrongPerDay: 15,
    mailsPerDay: { ofOne: 10, ofStrangers: 50 },
    /** Codes that a network asks for, of any e-mail; devices that an account knows are not counted. */
    asksOfNetwork: { most: 200, withinMs: 10 * 60_000 },
  },
  /** `waiting` is how many of one address wait at a time, `keptMs` how long one does, `codesOfPlace` how many codes hold its place, each while it is valid; `ofNetwork` counts those that are not verified. */
  signUp: { waiting: 3, keptMs: 24 * 60 * 60_000, codesOfPlace: 3, ofNetwork: { most: 300, withinMs: 60 * 60_000 } },
  password: { minLength: 8, maxLength: 128 },
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
    /** What one player may store on one day of Asia/Kolkata. */
    perDay: { requests: 20, proofBytes: 25 * 1024 * 1024 },
    rejectedProofDays: 90,
    reasonMaxLength: 500,
  },
  dice: { minRupees: 100, maxRupees: 100_000, rollOverMax: 99.99, rollOverDefault: 50.5 },
  slots: { minRupees: 100, maxRupees: 50_000 },
  bonus: { percent: 10, wagerPercent: 50, minMultiplierDefault: 1.01 },
  maxWinPaise: paiseOfRupees(1_000_000),
  balancePoll: { everyMs: 30_000, timeoutMs: 10_000 },
  onlineUsersPollMs: 10_000,
  /** The list of online players names those who were active last; the count is of all. */
  onlineUsersShown: 200,
  /** Rows of a page of a list. */
  listRows: 200,
  adminList: { searchMaxLength: 256 },
  clientSeed: { own: 47, random: 16 },
  body: { jsonBytes: 64 * 1024, jsonWithinMs: 10_000 },
  /** To one gateway process: those that have not shown a token, and those that have, sockets apart. */
  connections: { strangersOfNetwork: 100, ofPerson: 30 },
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
  /** Each account has throttles of its own, and hashing a bounded queue. */
  'sign-in': { address: { points: 1_200, seconds: 60 } },
  /** Requests and connections that had to show a token and did not show one that is good. */
  stranger: { address: { points: 600, seconds: 60 } },
  /** Sockets that are opened. */
  connect: { player: { points: 60, seconds: 60 } },
  /** Events on open sockets. */
  socket: { player: { points: 100, seconds: 10 } },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<'player' | 'address', RequestRate>>>>>

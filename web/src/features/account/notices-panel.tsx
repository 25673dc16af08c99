import { addPushBrowser, removePushBrowser, setMoneyMails } from '@kismet/contracts'
import type { getOwnAccount, Output } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatDay } from '@kismet/ui/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import BellRing from 'lucide-react/icons/bell-ring'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown, toastShown } from '../../entities/notices/notices-slice.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import styles from './account.module.css'
import { canNotify, isBlocked, isSubscribed, subscribe, unsubscribe } from './notified-browser.ts'

type Notices = NonNullable<Output<typeof getOwnAccount>['notices']>
type Browser = Notices['browsers'][number]
type Answer = Promise<{ error?: Parameters<typeof failureShown>[0] | undefined }>

const useSetMoneyMails = mutationHook(setMoneyMails)
const useAddBrowser = mutationHook(addPushBrowser)
const useRemoveBrowser = mutationHook(removePushBrowser)

const failedText = (): string => t`That could not be done. Please try again.`

/** Waits for the answer of a change, shows a failure, and reads the account again. The result is whether it was made. */
function useChange(onChanged: () => void): (answer: Answer) => Promise<boolean> {
  const dispatch = useAppDispatch()
  return async (answer) => {
    const { error } = await answer
    if (error) dispatch(failureShown(error, (why) => toastErrorText(why, failedText())))
    onChanged()
    return error === undefined
  }
}

/** Whether this browser has a subscription, null until that is known, and a function that looks again. */
function useSubscribed(): [isSubscribed: boolean | null, look: () => Promise<void>] {
  const [isKnown, setKnown] = useState<boolean | null>(null)
  const look = (): Promise<void> => isSubscribed().then(setKnown, () => setKnown(false))
  useEffect(() => {
    void isSubscribed().then(setKnown, () => setKnown(false))
  }, [])
  return [isKnown, look]
}

/** The choice of this browser. `own` is this browser if notifications are on; `onTried` comes after each try. */
function ThisBrowser({
  pushKey,
  own,
  isKnown,
  onChanged,
  onTried,
}: {
  pushKey: string
  own: Browser | undefined
  isKnown: boolean
  onChanged: () => void
  onTried: () => Promise<void>
}): ReactNode {
  const dispatch = useAppDispatch()
  const change = useChange(onChanged)
  const [add] = useAddBrowser()
  const [remove] = useRemoveBrowser()
  const [isBusy, setBusy] = useState(false)
  const turnOn = async (): Promise<void> => {
    const subscription = await subscribe(pushKey)
    if (subscription !== undefined) await change(add(subscription))
  }
  const turnOff = async ({ browserId }: Browser): Promise<void> => {
    if (await change(remove({ browserId }))) await unsubscribe()
  }
  const onChoice = async (): Promise<void> => {
    setBusy(true)
    try {
      await (own ? turnOff(own) : turnOn())
    } catch {
      dispatch(toastShown('bad', t`Your browser could not change its notifications. Please try again.`))
    } finally {
      await onTried()
      setBusy(false)
    }
  }
  return (
    <Stack gap={1}>
      <Checkbox
        checked={own !== undefined}
        disabled={!isKnown || isBusy || isBlocked()}
        onChange={() => void onChoice()}
      >
        {t`Notify me in this browser`}
      </Checkbox>
      {isBlocked() ? (
        <Notice>{t`This browser blocks notifications. Allow them for this site in the settings of the browser.`}</Notice>
      ) : (
        <p className={textClass('key')}>{t`A notification shows no amounts. Notifications end when you log out.`}</p>
      )}
    </Stack>
  )
}

/** Other browsers that show notifications, each with a button to end them. */
function OtherBrowsers({ browsers, onChanged }: { browsers: readonly Browser[]; onChanged: () => void }): ReactNode {
  const change = useChange(onChanged)
  const [remove, { isLoading, originalArgs }] = useRemoveBrowser()
  return (
    <ul className={styles.devices}>
      {browsers.map(({ browserId, device, addedAt }) => {
        const name = device ?? t`Unknown device`
        return (
          <li key={browserId}>
            <Icon of={BellRing} />
            <div>
              <p className={styles.device}>{name}</p>
              <p className={textClass('key')}>{t`Notifications on since ${formatDay(addedAt)}`}</p>
            </div>
            <Button
              busy={isLoading && originalArgs?.browserId === browserId}
              onClick={() => void change(remove({ browserId }))}
              aria-label={t`End notifications on ${name}`}
            >
              {t({ message: 'End', context: 'session' })}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** How the player is told what became of a deposit or a withdrawal. */
export function NoticesPanel({ notices, onChanged }: { notices: Notices; onChanged: () => void }): ReactNode {
  const change = useChange(onChanged)
  const [setMails, { isLoading }] = useSetMoneyMails()
  const { moneyMails, pushKey, browsers } = notices
  const [isOn, look] = useSubscribed()
  const own = isOn === false ? undefined : browsers.find(({ isThis }) => isThis)
  const others = browsers.filter((browser) => browser !== own)
  return (
    <Panel title={t`Messages about deposits and withdrawals`}>
      <Stack gap={1}>
        <Checkbox
          checked={moneyMails}
          disabled={isLoading}
          onChange={(wanted) => void change(setMails({ moneyMails: wanted }))}
        >
          {t`Email me when a deposit or withdrawal is decided`}
        </Checkbox>
        <p
          className={textClass('key')}
        >{t`You always get emails about your password, your bank accounts and the withdrawals that you request.`}</p>
      </Stack>
      {pushKey !== null && canNotify() && (
        <ThisBrowser pushKey={pushKey} own={own} isKnown={isOn !== null} onChanged={onChanged} onTried={look} />
      )}
      {pushKey !== null && !canNotify() && (
        <p className={textClass('key')}>
          {t`This browser cannot show notifications. On an iPhone, add Kismet to the Home Screen and open it there.`}
        </p>
      )}
      {others.length > 0 && <OtherBrowsers browsers={others} onChanged={onChanged} />}
    </Panel>
  )
}

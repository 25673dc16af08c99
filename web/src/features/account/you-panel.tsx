import { Language } from '@kismet/contracts'
import type { getOwnAccount, Output } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatDay } from '@kismet/ui/format/time.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { useAppDispatch } from '../../core/store.ts'
import { languageChosen } from '../../entities/language/language-api.ts'
import { languageNames, languageNow } from '../../entities/language/language.ts'
import styles from './account.module.css'

const lineHeightPx = 24

/** Who the player is here, and in which language they are spoken to. `account` is undefined until it is known. */
export function YouPanel({ account }: { account: Output<typeof getOwnAccount> | undefined }): ReactNode {
  const dispatch = useAppDispatch()
  const options = Language.options.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))
  return (
    <Panel title={t`You`}>
      <dl className={styles.lines} aria-busy={!account}>
        <div>
          <dt>{t`Email`}</dt>
          <dd>{account?.email ?? <SkeletonBlock heightPx={lineHeightPx} />}</dd>
          <dd className={textClass(!account && 'unknown')}>
            <Tag tone="good" icon={CircleCheck}>
              {t({ message: 'Verified', context: 'email' })}
            </Tag>
          </dd>
        </div>
        <div>
          <dt>{t`Player since`}</dt>
          <dd>{account ? formatDay(account.verifiedAt) : <SkeletonBlock heightPx={lineHeightPx} />}</dd>
        </div>
        <div className={styles.tall}>
          <dt>{t`Language`}</dt>
          <dd className={textClass('small', 'muted')}>{t`For pages and emails to you`}</dd>
          <dd className={styles.languages}>
            <Segmented
              label={t`Language`}
              options={options}
              value={languageNow()}
              onChange={(language) => void dispatch(languageChosen(language))}
            />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

import { Button } from '@kismet/ui/controls/button.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toastErrorText } from '../../core/error-text.ts'
import { paths } from '../../core/paths.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown } from '../../entities/notices/notices-slice.ts'
import { useSaveOwnDataMutation } from './account-api.ts'

/** What is held of the player, to take away. */
export function DataPanel(): ReactNode {
  const dispatch = useAppDispatch()
  const [save, { isLoading }] = useSaveOwnDataMutation()
  const onSave = async (): Promise<void> => {
    const { error } = await save(undefined)
    if (error) dispatch(failureShown(error, (failed) => toastErrorText(failed, t`The file could not be downloaded`)))
  }
  return (
    <Panel title={t`Your data`}>
      <p className={textClass('small', 'muted')}>
        {t`Download a JSON file with your profile, sessions, limits, bank accounts, deposits and withdrawals. The file has no passwords.`}
      </p>
      <Button icon={ArrowDownToLine} busy={isLoading} onClick={() => void onSave()}>
        {t`Download my data`}
      </Button>
      <p className={textClass('key')}>
        <Trans>
          Your bets are in the CSV of your <Link to={paths.accountStatement}>account statement</Link>. Their seeds are
          under <Link to={paths.fairness}>Fairness</Link>.
        </Trans>
      </p>
    </Panel>
  )
}

import { Language } from '@kismet/contracts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import Languages from 'lucide-react/icons/languages'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAppDispatch } from '../../core/store.ts'
import { languageChosen } from './language-api.ts'
import { languageNames, languageNow } from './language.ts'
import styles from './language-switch.module.css'

/** The languages side by side, each in its own words, so that whoever is in the wrong one finds the way out. */
export function LanguageSwitch(): ReactNode {
  const dispatch = useAppDispatch()
  const now = languageNow()
  const [chosen, setChosen] = useState<Language | null>(null)
  const choose = async (language: Language): Promise<void> => {
    setChosen(language)
    await dispatch(languageChosen(language))
    setChosen((newest) => (newest === language ? null : newest))
  }
  return (
    <Row gap={2} className={classNames(textClass('muted'), styles.switch)} role="group" aria-label={t`Language`}>
      <Icon of={Languages} size="s" />
      {Language.options.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === now}
          aria-busy={language === chosen && language !== now}
          onClick={() => void choose(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </Row>
  )
}

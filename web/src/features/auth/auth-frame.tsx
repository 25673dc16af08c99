import logo from '@kismet/ui/art/logo.svg'
import { shortHash } from '@kismet/ui/format/short.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Seal } from '@kismet/ui/seal/seal.tsx'
import { Sky } from '@kismet/ui/sky/sky.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Lock from 'lucide-react/icons/lock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { Link } from '../../core/link.tsx'
import { LanguageSwitch } from '../../entities/language/language-switch.tsx'
import { sampleSeals } from '../../entities/fair-play/sample-seal.ts'
import { paths } from '../../core/paths.ts'
import styles from './auth-frame.module.css'

function Hero(): ReactNode {
  return (
    <section className={styles.hero} aria-label="Kismet">
      <Sky hash={sampleSeals.brand.hash} />
      <img className={styles.logo} src={logo} alt="Kismet" />
      <div className={styles.pitch}>
        <p className={styles.hindi} lang="hi">
          किस्मत
        </p>
        <p className={styles.line}>{t`Every result is locked in before you bet.`}</p>
        <div className={styles.sample}>
          <Seal hash={sampleSeals.brand.hash} />
          <div>
            <p className={textClass('small')}>{t`Picture of the hash of “${sampleSeals.brand.word}”`}</p>
            <p className={textClass('mono')} title={sampleSeals.brand.hash}>
              {shortHash(sampleSeals.brand.hash)}
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}

function AuthFooter(): ReactNode {
  return (
    <footer className={styles.foot}>
      <LanguageSwitch />
      <Row as="p" gap={2} wrap className={textClass('small')}>
        <Icon of={Lock} size="s" />
        {t`SSL Encrypted`} <span className={styles.dot} aria-hidden="true" />
        <Icon of={ShieldCheck} size="s" />
        {t`Verified Platform`} <span className={styles.dot} aria-hidden="true" />
        <Link className={textClass('link')} to={paths.support}>{t`Support`}</Link>
      </Row>
      <p className={textClass('key')}>
        <Trans>
          By continuing, you agree to our <Link to={paths.terms}>Terms of Service</Link> and{' '}
          <Link to={paths.privacy}>Privacy Policy</Link>. Must be 18+ to play. Gamble responsibly.
        </Trans>
      </p>
    </footer>
  )
}

/** A new step removes the focused element of the previous step. Then the heading takes the focus, unless the new step has it. */
function useHeadingFocus(step: unknown): RefObject<HTMLElement | null> {
  const sheet = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (sheet.current?.contains(document.activeElement)) return
    const heading = sheet.current?.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [step])
  return sheet
}

/** The night sky and the sheet in front of it, for login, sign-up and the reset of a password. `step`: which of its steps the sheet shows. */
export function AuthFrame({ step, children }: { step: unknown; children: ReactNode }): ReactNode {
  const sheet = useHeadingFocus(step)
  return (
    <main className={styles.auth} tabIndex={-1}>
      <Hero />
      <Stack ref={sheet} as="section" gap={4} className={styles.sheet}>
        {children}
        <AuthFooter />
      </Stack>
    </main>
  )
}

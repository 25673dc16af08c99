import { IconButton } from '@kismet/ui/controls/button.tsx'
import Moon from 'lucide-react/icons/moon'
import SunMedium from 'lucide-react/icons/sun-medium'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { applyTheme, readTheme } from './theme.ts'

/** Changes between dark and light; the browser keeps the choice. */
export function ThemeButton(): ReactNode {
  const [theme, setTheme] = useState(() => readTheme())
  const next = theme === 'dark' ? 'light' : 'dark'
  const change = (): void => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <IconButton
      icon={next === 'light' ? SunMedium : Moon}
      label={next === 'light' ? 'Light theme' : 'Dark theme'}
      size="s"
      onClick={change}
    />
  )
}

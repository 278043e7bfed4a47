import '../kit/empty-html.ts'
import './calendar.css'
import { type ReactNode, useState } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateSegment,
  Dialog,
  Heading,
  I18nProvider,
  Popover,
} from 'react-aria-components'
import { locale } from '../kit/words.ts'
import { ChevronLeft, ChevronRight } from './common-icons.tsx'
import { CalendarDays } from './page-icons.tsx'

// Parts of both fields: the browser's own follow the browser's language instead of the page's.

/** Days in the order and with the week of the reader's country. */
export const InReadersCountry = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale={locale.use() === 'en' ? 'en-US' : 'zh-TW'}>{children}</I18nProvider>
)

export const TypedDay = ({ slot }: { slot?: 'start' | 'end' }) => (
  <DateInput className="days" {...(slot && { slot })}>
    {(segment) => <DateSegment className="segment" segment={segment} />}
  </DateInput>
)

export const CalendarButton = () => (
  <Button className="button plain square">
    <CalendarDays />
  </Button>
)

export const CalendarPopover = ({ children }: { children: ReactNode }) => {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // Outside of an open sheet nothing can be seen or pressed, so there it stands inside.
  const sheet = place?.closest('dialog')
  return (
    <>
      <span ref={setPlace} hidden />
      <Popover className="calendar" {...(sheet && { UNSTABLE_portalContainer: sheet })}>
        <Dialog>{children}</Dialog>
      </Popover>
    </>
  )
}

export const Month = () => (
  <>
    <header>
      <Button slot="previous" className="button plain square">
        <ChevronLeft />
      </Button>
      <Heading />
      <Button slot="next" className="button plain square">
        <ChevronRight />
      </Button>
    </header>
    <CalendarGrid>{(day) => <CalendarCell className="day" date={day} />}</CalendarGrid>
  </>
)

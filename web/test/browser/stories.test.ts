import { suite } from 'node:test'
import { noConsole, openConsole } from '../console.ts'
import { company } from './stories/company.ts'
import { extras } from './stories/extras.ts'
import { monthEnd } from './stories/month-end.ts'
import { planning } from './stories/planning.ts'
import { preparing } from './stories/preparing.ts'
import { season } from './stories/season.ts'
import { selling } from './stories/selling.ts'
import { stageOf } from './stories/stage.ts'
import { trouble } from './stories/trouble.ts'

// The twelve days of test/stories, the price of an add-on, a season and a month end, played with mouse and keyboard only, in one service and one browser.

suite('days of the office, in a browser', { skip: noConsole }, async () => {
  if (noConsole) return
  const stage = stageOf(await openConsole())
  for (const days of [planning, selling, company, extras, preparing, trouble, season, monthEnd]) days(stage)
})

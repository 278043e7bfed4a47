import { dayAndTime, fromNow } from '../../kit/days.ts'

/** How long ago, with the exact time as a tooltip. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={dayAndTime(at)}>
    {fromNow(at)}
  </time>
)

import { dayAndTime, fromNow } from '../../kit/days.ts'

/** How long ago, and when exactly for those who point at it. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={dayAndTime(at)}>
    {fromNow(at)}
  </time>
)

import { locale, useSay } from '../../../kit/words.ts'

/** The handover as a paper to sign. */
export const HandoverPaper = ({ trip, id }: { trip: number; id: number }) => {
  const say = useSay()
  const href = `/api/planned-trips/${trip}/handovers/${id}/paper`
  return (
    <a className="link" href={`${href}?locale=${locale.now()}`} target="_blank" rel="noreferrer">
      {say('列印', 'Print')}
    </a>
  )
}

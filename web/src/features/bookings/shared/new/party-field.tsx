import { bedTypeWords } from 'guidon-sdk/words'
import Plus from '~icons/lucide/plus'
import { useSay } from '../../../../kit/words.ts'
import { useFault } from '../../../../ui/forms/form.tsx'
import formGroupsCss from '../../../../ui/forms/form-groups.module.css'
import { useKeptValue } from '../../../../ui/forms/kept-value.tsx'
import { bedsIn, bedTypes, MOST_PEOPLE, newParty, newPerson, type Party, type Person, roomsOf } from './party.ts'
import { PersonFields } from './person-fields.tsx'
import css from './sheet.module.css'

/** All travelers, and who shares a room. The form gets the party as JSON, so that a draft keeps all of it. */
export const PartyField = () => {
  const say = useSay()
  const fault = useFault('travelers')
  const { value, change, inputNamed } = useKeptValue(JSON.stringify(newParty))
  const party: Party = JSON.parse(value)
  const put = (people: Person[]) => change(JSON.stringify({ ...party, people }))
  const { people } = party
  return (
    <div className={css.partyField}>
      {people.map((person, nth) => (
        <PersonFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a person has no other name, and people keep their order.
          key={nth}
          nth={nth}
          person={person}
          count={people.length}
          change={(to) => put(people.map((each, at) => (at === nth ? { ...each, ...to } : each)))}
          remove={() => put(people.filter((_each, at) => at !== nth))}
        />
      ))}
      {fault && <p className="told fault">{fault}</p>}
      <button
        type="button"
        className="button"
        disabled={people.length === MOST_PEOPLE}
        onClick={() => put([...people, newPerson])}
      >
        <Plus width={15} height={15} />
        {say('新增旅客', 'Add a traveler')}
      </button>
      <Rooms party={party} change={(beds) => change(JSON.stringify({ ...party, beds }))} />
      {inputNamed('travelers')}
    </div>
  )
}

/** The bed type of each room that somebody was assigned to. */
const Rooms = ({ party, change }: { party: Party; change: (beds: Party['beds']) => void }) => {
  const say = useSay()
  return (
    <div className={formGroupsCss.pair}>
      {roomsOf(party).map((room) => (
        <div key={room} className="field">
          <label htmlFor={`room-${room}`}>{say(`${room} 房的床`, `Beds in room ${room}`)}</label>
          <select
            id={`room-${room}`}
            className="input"
            value={bedsIn(party, room)}
            onChange={({ target }) => {
              const chosen = bedTypes.find((each) => each === target.value)
              if (chosen) change({ ...party.beds, [room]: chosen })
            }}
          >
            {bedTypes.map((each) => (
              <option key={each} value={each}>
                {say(...bedTypeWords[each])}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  )
}

import type { PlannedTripCost } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

export const costWords: Record<PlannedTripCost['kind'], Words> = {
  air: ['機票', 'Air'],
  land: ['地接', 'Land operator'],
  hotel: ['住宿', 'Hotel'],
  guide: ['領隊導遊', 'Leader and guide'],
  tips: ['小費', 'Tips'],
  insurance: ['保險', 'Insurance'],
  visa: ['簽證', 'Visa'],
  other: ['其他', 'Other'],
}

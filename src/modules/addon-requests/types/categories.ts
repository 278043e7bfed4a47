import { resource } from '../../../kit/resource/resource.ts'
import { referenceAccess } from '../../reference-data.ts'
import { readers } from '../flow.ts'
import { Category } from '../schema.ts'

export default resource({
  table: 'addon_categories',
  noun: ['加購分類', 'add-on category'],
  fields: Category,
  search: ['name', 'name_en'],
  filter: ['department', 'is_active'],
  sort: ['sort_order', 'name'],
  order: 'sort_order',
  option: ['department'],
  access: { read: readers, write: ['admin'], internal: referenceAccess.internal },
})

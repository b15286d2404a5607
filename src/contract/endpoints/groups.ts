import * as z from 'zod/mini'
import {
  createGroupRequest,
  explainedPolicy,
  group,
  updateGroupRequest,
} from '../operations/groups/groups.ts'
import { type RouteName, routes } from '../routes.ts'
import { type Endpoint, success } from './endpoint.ts'

const byGroupId = z.object({ id: z.string().check(z.maxLength(40)) })
const groupReply = z.object({ success, group })

/** Calls about groups and their rules. */
export const groupEndpoints = {
  groups: {
    ...routes.groups,
    summary: 'Lists groups in their order, and the levels `guests` and `instance`, with their rules.',
    reply: z.object({ success, groups: z.array(group) }),
  },
  createGroup: {
    ...routes.createGroup,
    summary: 'Creates a group.',
    body: createGroupRequest,
    reply: groupReply,
  },
  updateGroup: {
    ...routes.updateGroup,
    params: byGroupId,
    summary: 'Changes a group or the rules of a level; what is omitted stays.',
    body: updateGroupRequest,
    reply: groupReply,
  },
  deleteGroup: {
    ...routes.deleteGroup,
    params: byGroupId,
    summary: 'Deletes a group; its people keep their accounts.',
    reply: z.object({ success }),
  },
  userPolicy: {
    ...routes.userPolicy,
    params: byGroupId,
    summary: 'Returns what a person may, and which level decides each rule.',
    reply: z.extend(explainedPolicy, { success }),
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>

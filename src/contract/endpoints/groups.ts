import * as z from 'zod/mini'
import {
  createGroupRequest,
  explainedPolicy,
  group,
  groupId,
  updateGroupRequest,
} from '../operations/groups/groups.ts'
import { type RouteName, routes } from '../routes.ts'
import { randomId } from '../transfers/files.ts'
import { type Endpoint, success } from './endpoint.ts'

const byGroupId = z.object({ id: groupId })
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
    status: 201,
  },
  updateGroup: {
    ...routes.updateGroup,
    params: byGroupId,
    notFound: 'GROUP_NOT_FOUND',
    summary: 'Changes a group or the rules of a level; what is omitted stays.',
    body: updateGroupRequest,
    reply: groupReply,
  },
  deleteGroup: {
    ...routes.deleteGroup,
    params: byGroupId,
    notFound: 'GROUP_NOT_FOUND',
    summary: 'Deletes a group; its people keep their accounts.',
    reply: z.object({ success }),
  },
  userPolicy: {
    ...routes.userPolicy,
    params: z.object({ id: randomId }),
    notFound: 'USER_NOT_FOUND',
    summary: 'Returns what a person may, and which level decides each rule.',
    reply: z.extend(explainedPolicy, { success }),
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>

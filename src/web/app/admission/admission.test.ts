import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { User } from '#contract/accounts/accounts.ts'
import { admitAdmins, admitForFactor, admitForNewPassword, admitGuests, admitUsers } from './admission.ts'

before(() => Object.assign(globalThis, { location: { origin: 'https://files.example.org' } }))

const person: User = {
  id: 'a',
  username: 'ines',
  email: 'ines@example.org',
  isPro: false,
  isAdmin: false,
  mustChangePassword: false,
  mustAddFactor: false,
  language: 'en',
}

function at(pathname: string, search = '') {
  return { pathname, search, hash: '#a-secret', state: null, key: 'first' }
}

test('guests are sent to the login page, and from there to where they were going', () => {
  for (const admits of [admitUsers, admitAdmins, admitForNewPassword, admitForFactor])
    assert.equal(
      admits(undefined, at('/portal/files', '?page=2')),
      '/login?redirect=%2Fportal%2Ffiles%3Fpage%3D2',
    )
})

test('a person without the right is sent from the admin pages to the portal', () => {
  assert.equal(admitAdmins(person, at('/admin')), '/portal')
  assert.equal(admitUsers(person, at('/portal')), undefined)
})

test('an administrator may stay, once there is nothing else to be done first', () => {
  const administrator = { ...person, isAdmin: true }
  assert.equal(admitAdmins(administrator, at('/admin')), undefined)
  const temporary = { ...administrator, mustChangePassword: true, mustAddFactor: true }
  assert.equal(admitAdmins(temporary, at('/admin')), '/change-password?redirect=%2Fadmin')
  const withoutFactor = { ...administrator, mustAddFactor: true }
  assert.equal(admitAdmins(withoutFactor, at('/admin')), '/add-factor?redirect=%2Fadmin')
})

test('a step that has to be taken is open until it is taken', () => {
  assert.equal(
    admitForNewPassword({ ...person, mustChangePassword: true }, at('/change-password')),
    undefined,
  )
  assert.equal(admitForNewPassword(person, at('/change-password')), '/portal')
  assert.equal(admitForFactor({ ...person, mustAddFactor: true }, at('/add-factor')), undefined)
  assert.equal(admitForFactor(person, at('/add-factor', '?redirect=%2Fadmin')), '/admin')
})

test('anyone who is signed in goes from the pages of guests to where they wanted to go, and to no other place than ours', () => {
  assert.equal(admitGuests(undefined, at('/login')), undefined)
  for (const [redirect, to] of [
    ['/pricing?a=b', '/pricing?a=b'],
    ['https://elsewhere.example/', '/portal'],
    ['//elsewhere.example', '/portal'],
    ['/\\elsewhere.example', '/portal'],
    ['/.//elsewhere.example', '/portal'],
    ['javascript:alert(1)', '/portal'],
  ] as const)
    assert.equal(admitGuests(person, at('/login', `?${new URLSearchParams({ redirect })}`)), to)
})

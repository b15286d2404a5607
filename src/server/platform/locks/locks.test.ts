import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { until } from '#tests/support/transfers/transfers.ts'
import { acquireLock, assertStillHeld, isLocked, requestRelease, withLock } from './locks.ts'

const DAY = 24 * 60 * 60_000

forEachDatabase('a lock', ({ engine, place }) => {
  test('is given to one of many at once, with a number that rises each time', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    let last = 0
    for (let round = 0; round < 5; round += 1) {
      const asking = [one, other, one, other].map(({ services }) => acquireLock(services, 'rare'))
      const held = (await Promise.all(asking)).filter((lock) => lock !== undefined)
      assert.equal(held.length, 1)
      const [lock] = held
      assert.ok(lock && lock.number > last)
      last = lock.number
      assert.equal(await isLocked(one.services, 'rare'), true)
      await lock.release()
      assert.equal(await isLocked(one.services, 'rare'), false)
    }
  })

  test('that was lost stops its work and settles nothing', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const { database } = one.services
    const lock = await acquireLock(one.services, 'settle', { duration: 600 })
    assert.ok(lock)
    await database.transaction().execute((transaction) => assertStillHeld(transaction, lock))
    // As after a pause of the whole process.
    await database.updateTable('locks').set({ expires_at: 1 }).execute()
    const successor = await acquireLock(other.services, 'settle')
    assert.ok(successor && successor.number > lock.number)
    const settling = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('jobs').values({ name: 'settled', began_at: 1 }).execute()
      await assertStillHeld(transaction, lock)
    })
    await assert.rejects(settling, { name: 'LockLost' })
    assert.deepEqual(await database.selectFrom('jobs').selectAll().execute(), [])
    await until(async () => lock.signal.aborted)
    await lock.release()
    assert.equal(await isLocked(one.services, 'settle'), true)
    await successor.release()
  })

  test('does not come back after its release', async () => {
    await using server = await startServer(await place())
    await Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const lock = await acquireLock(server.services, String(number), { duration: 30 })
        await new Promise((resolve) => setTimeout(resolve, number % 20))
        await lock?.release()
      }),
    )
    assert.deepEqual(await server.services.database.selectFrom('locks').select('name').execute(), [])
  })

  test('is yielded to another instance that asks for it', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const holding = Promise.withResolvers<void>()
    const work = withLock(one.services, 'upload', { wanted: 'yield' }, async ({ wanted }) => {
      holding.resolve()
      await new Promise((resolve) => wanted.addEventListener('abort', resolve))
      return 'stored'
    })
    await holding.promise
    assert.equal(await acquireLock(other.services, 'upload', { wanted: 'yield' }), undefined)
    const lock = await acquireLock(other.services, 'upload', { wanted: 'ask' })
    assert.equal(await work, 'stored')
    assert.ok(lock)
    lock.wanted.addEventListener('abort', () => void lock.release())
    await requestRelease(one.services, 'upload')
    assert.equal(await isLocked(one.services, 'upload'), false)
  })

  test('is not held longer because a clock was a day ahead', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    one.clock.advance(DAY)
    const lock = await acquireLock(one.services, 'early')
    assert.ok(lock)
    if (engine === 'postgres') {
      // The clock of the database decides, whatever those of the instances say.
      one.clock.advance(DAY)
      assert.equal(await acquireLock(one.services, 'early'), undefined)
      await one.services.database
        .updateTable('locks')
        .set(({ eb }) => ({ expires_at: eb('expires_at', '+', DAY) }))
        .execute()
    }
    assert.equal(await acquireLock(other.services, 'early'), undefined)
    const { expires_at } = await other.services.database
      .selectFrom('locks')
      .select('expires_at')
      .executeTakeFirstOrThrow()
    assert.ok(expires_at <= Date.now() + 61_000)
    await lock.release()
  })
})

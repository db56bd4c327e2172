import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { jsonBody } from '../json-body';
import type { Address, CloudMachines, Machine } from './cloud-machines';

const addressBody = z.object({
  name: z.string().min(1).max(64),
  type: z.literal('ipv4'),
  assignee_type: z.literal('server'),
  location: z.string().max(20),
});
const machineBody = z.object({
  name: z.string().min(1).max(63),
  server_type: z.string().max(40),
  image: z.string().max(60),
  location: z.string().max(20),
  user_data: z.string().max(32_768),
  public_net: z.object({ ipv4: z.number().int() }),
});
const pointerBody = z.object({ ip: z.string().max(64), dns_ptr: z.string().max(255).nullable() });
const action = { action: { id: 1, command: 'done', status: 'success', progress: 100 } };

export const fail = (context: Context, status: 401 | 404 | 409 | 422, code: string, message: string) =>
  context.json({ error: { code, message, details: null } }, status);
const body = async <Shape extends z.ZodType>(context: Context, shape: Shape): Promise<z.output<Shape> | null> =>
  shape.safeParse(await jsonBody(context, 100_000)).data ?? null;
const found = <Row extends { id: number }>(rows: Row[], context: Context): Row | undefined =>
  rows.find(({ id }) => String(id) === context.req.param('id'));

const showAddress = ({ id, name, ip, pointer, machineId }: Address) => ({
  id,
  name,
  ip,
  type: 'ipv4',
  assignee_type: 'server',
  assignee_id: machineId,
  dns_ptr: pointer === null ? [] : [{ ip, dns_ptr: pointer }],
});

/** Addresses: rented, given a name, and released. */
export function addAddressRoutes(app: Hono, { state, save, nextIp }: CloudMachines): void {
  app.get('/v1/primary_ips', (context) =>
    context.json({
      primary_ips: state.addresses.filter(({ name }) => name === context.req.query('name')).map(showAddress),
    }),
  );
  app.post('/v1/primary_ips', async (context) => {
    const given = await body(context, addressBody);
    if (!given) return fail(context, 422, 'invalid_input', 'invalid input');
    if (state.addresses.some(({ name }) => name === given.name))
      return fail(context, 409, 'uniqueness_error', 'name is already used');
    state.lastId += 1;
    const address: Address = { id: state.lastId, name: given.name, ip: nextIp(), pointer: null, machineId: null };
    state.addresses.push(address);
    await save();
    return context.json({ primary_ip: showAddress(address) }, 201);
  });
  app.post('/v1/primary_ips/:id/actions/change_dns_ptr', async (context) => {
    const address = found(state.addresses, context);
    const given = await body(context, pointerBody);
    if (!address) return fail(context, 404, 'not_found', 'primary IP not found');
    if (given?.ip !== address.ip) return fail(context, 422, 'invalid_input', 'invalid input');
    address.pointer = given.dns_ptr;
    await save();
    return context.json(action, 201);
  });
  app.delete('/v1/primary_ips/:id', async (context) => {
    const address = found(state.addresses, context);
    if (!address) return fail(context, 404, 'not_found', 'primary IP not found');
    if (address.machineId !== null) return fail(context, 422, 'must_be_unassigned', 'primary IP is assigned');
    state.addresses.splice(state.addresses.indexOf(address), 1);
    await save();
    return context.body(null, 204);
  });
}

/** Machines: made, switched on and off, and deleted. */
export function addMachineRoutes(app: Hono, cloud: CloudMachines): void {
  const { state, save, addressOf, start, stop } = cloud;
  const showMachine = machineView(cloud);
  app.get('/v1/servers', (context) =>
    context.json({ servers: state.machines.filter(({ name }) => name === context.req.query('name')).map(showMachine) }),
  );
  app.get('/v1/servers/:id', (context) => {
    const machine = found(state.machines, context);
    return machine
      ? context.json({ server: showMachine(machine) })
      : fail(context, 404, 'not_found', 'server not found');
  });
  app.post('/v1/servers', async (context) => {
    const given = await body(context, machineBody);
    const address = given && state.addresses.find(({ id }) => id === given.public_net.ipv4);
    if (!given || !address) return fail(context, 422, 'invalid_input', 'invalid input');
    if (state.machines.some(({ name }) => name === given.name))
      return fail(context, 409, 'uniqueness_error', 'server name is already used');
    if (address.machineId !== null) return fail(context, 409, 'primary_ip_assigned', 'primary IP is assigned already');
    state.lastId += 1;
    const machine: Machine = {
      id: state.lastId,
      name: given.name,
      addressId: address.id,
      userData: given.user_data,
      isOn: true,
    };
    address.machineId = machine.id;
    state.machines.push(machine);
    await save();
    const answer = { server: showMachine(machine), ...action, root_password: null };
    void start(machine).catch(() => undefined);
    return context.json(answer, 201);
  });
  for (const command of ['poweroff', 'poweron'] as const)
    app.post(`/v1/servers/:id/actions/${command}`, async (context) => {
      const machine = found(state.machines, context);
      if (!machine) return fail(context, 404, 'not_found', 'server not found');
      machine.isOn = command === 'poweron';
      await (machine.isOn ? start(machine) : stop(machine));
      await save();
      return context.json(action, 201);
    });
  app.delete('/v1/servers/:id', async (context) => {
    const machine = found(state.machines, context);
    if (!machine) return fail(context, 404, 'not_found', 'server not found');
    await stop(machine);
    addressOf(machine).machineId = null;
    state.machines.splice(state.machines.indexOf(machine), 1);
    await save();
    return context.json(action);
  });
}

const machineView =
  ({ running, addressOf }: CloudMachines) =>
  (machine: Machine) => ({
    id: machine.id,
    name: machine.name,
    status: running.has(machine.id) ? 'running' : machine.isOn ? 'initializing' : 'off',
    public_net: { ipv4: { id: machine.addressId, ip: addressOf(machine).ip } },
  });

import { describe, expect, it } from 'vitest';
import { createClientNames, type JoinedClient } from '@/lib/report/compare/client-names';
import { sampleReport } from '../../../support/sample-report';

const MILL: JoinedClient = { name: 'Mill', clients: ['mill.example', 'shop.mill.example'] };
const BIKES: JoinedClient = { name: 'bikes.example', clients: ['bikes.example', 'rent.example'] };

describe('createClientNames', () => {
  it.each<[string, string, string | null]>([
    ['a host of a joined client', 'https://shop.mill.example/a', 'Mill'],
    ['a host with www. of a joined client', 'https://www.mill.example/a', 'Mill'],
    ['a host that gives its joined client the name', 'https://bikes.example/', 'bikes.example'],
    ['another host of this joined client', 'https://rent.example/', 'bikes.example'],
    ['a single client', 'https://alone.example/', 'alone.example'],
    ['a subdomain that was not put together', 'https://blog.mill.example/', 'blog.mill.example'],
  ])('returns the client of %s', (_, fullUrl, client) => {
    const names = createClientNames([MILL, BIKES]);
    expect(names.of(sampleReport('1', { fullUrl, project: null }))).toBe(client);
  });

  it('returns the joined client of projects with any hosts', () => {
    const names = createClientNames([{ name: 'Both', clients: ['Project A', 'Project B'] }]);
    const report = (id: string, project: string) => sampleReport(id, { project });
    const of = ['Project A', 'Project B', 'Project C'].map((project, at) =>
      names.of(report(`${at}`, project)),
    );
    expect(of).toEqual(['Both', 'Both', 'Project C']);
  });

  it.each<[string, string, string]>([
    ['a joined client', 'Mill', 'Mill'],
    ['a single client', 'alone.example', 'alone.example'],
    ['a single client that was put together later', 'mill.example', 'Mill'],
    ['a joined client that was taken apart later', 'Rivers', 'rhine.example'],
    ['a joined client that was renamed later', 'Bikes', 'bikes.example'],
    ['a joined client with the name of its second client', 'b.example', 'b.example'],
  ])('current() returns the present name of %s', (_, name, expected) => {
    const apart = [
      { name: 'Rivers', clients: ['rhine.example', 'danube.example'] },
      { name: 'Bikes', clients: ['rent.example', 'bikes.example'] },
      { name: 'b.example', clients: ['a.example', 'b.example'] },
    ];
    expect(createClientNames([MILL, BIKES], apart).current(name)).toBe(expected);
  });

  it('singlesOf() returns the single clients', () => {
    const names = createClientNames([MILL]);
    expect(names.singlesOf('Mill')).toEqual(MILL.clients);
    expect(names.singlesOf('alone.example')).toEqual(['alone.example']);
  });
});

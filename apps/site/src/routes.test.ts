import { existsSync } from "node:fs";
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import { type RouteHandle, routes } from "./routes.tsx";

const modulesOf = (all: RouteObject[] = []): string[] =>
  all.flatMap(({ handle, children }) => [...(handle ? [(handle as RouteHandle).module] : []), ...modulesOf(children)]);

it("names an existing source file for every route", () => {
  const modules = modulesOf(routes);

  expect(modules).toContain("src/blog/post/post-page.tsx");
  expect(modules.filter((module) => !existsSync(new URL(`../${module}`, import.meta.url)))).toEqual([]);
});

import { areaDocs } from "@porchlight/contract/docs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { createApp } from "../app.ts";
import { bodyLimits } from "../platform/http/read-body.ts";
import { servedEndpoints } from "../platform/http/serve.ts";
import { describeApi } from "./describe-api.ts";
import type { OpenApiDocument, Operation, ResponseObject } from "./openapi-document.ts";

const server = await createTestServer();
const { body, headers, status } = await server.call("GET", "/openapi.json");
const document = body as OpenApiDocument;

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
);
const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation;
const responseOf = (operation: Operation | undefined, status: string): ResponseObject => {
  const response = operation?.responses[status];
  return (response && "$ref" in response ? resolve(response.$ref) : response) as ResponseObject;
};
const codesOf = (id: string, status: string) =>
  Object.keys(responseOf(operationOf(id), status).content["application/json"].examples ?? {});

/** Every object in the document with its path. */
function* objectsIn(value: unknown, place = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${place}/${key.replaceAll("/", "~1")}`);
}

function resolve(reference: string): unknown {
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
}

describe("GET /openapi.json", () => {
  it("is public JSON, cacheable for five minutes", () => {
    expect([status, headers.get("content-type"), headers.get("access-control-allow-origin")]).toEqual([
      200,
      "application/json; charset=utf-8",
      "*",
    ]);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
  });

  it("returns 304 for a current ETag", async () => {
    const conditional = { "if-none-match": headers.get("etag") ?? "" };
    expect((await server.call("GET", "/openapi.json", { headers: conditional })).status).toBe(304);
  });

  it("describes every served endpoint", () => {
    const app = createApp(server.context);
    const served = servedEndpoints(app).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    const described = operations.map(
      ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    );
    expect(described.sort()).toEqual(served.sort());
    const documented = areaDocs.flatMap(({ docs }) => Object.keys(docs));
    // Document a new endpoint in the `docs.ts` of its area, in the contract package.
    expect(operations.map(({ operation }) => operation.operationId).filter((id) => !documented.includes(id))).toEqual(
      [],
    );
  });

  it("is valid OpenAPI 3.1, with unique operation IDs", async () => {
    expect(await new Validator().validate(structuredClone(body))).toEqual({ valid: true });
    expect(document).toMatchObject({
      openapi: "3.1.1",
      info: { title: `${server.context.site.name} API`, version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      servers: [{ url: "http://localhost:4000" }],
    });
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true);
      for (const status of Object.keys(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(responseOf(operation, status).description).not.toBe("");
      }
      for (const requirement of operation.security) {
        expect(Object.keys(document.components.securitySchemes)).toEqual(
          expect.arrayContaining(Object.keys(requirement)),
        );
      }
    }
  });

  it("has exactly one parameter for each variable of a path", () => {
    for (const { path, operation } of operations) {
      const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = operation.parameters ?? [];
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      expect([path, inPath.map(({ name }) => name).sort()]).toEqual([path, inTemplate.sort()]);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("lists the alternative paths of an operation", () => {
    expect(operationOf("getPost")?.description).toMatch(/Other paths: `\/blog\/v3\/posts\/\{postId\}`\.$/);
  });

  it("has a command for each operation", () => {
    for (const { method, operation } of operations) {
      const [sample] = operation["x-codeSamples"];
      expect(sample?.source).toMatch(/^curl 'http:\/\/localhost:4000\//);
      if (method !== "get") expect(sample?.source).toMatch(/-X [A-Z]+|-d '/);
      expect(sample?.source.includes("$TOKEN")).toBe(operation.security.length > 0);
    }
    expect(document.info.description).toContain(operationOf("token")?.["x-codeSamples"][0]?.source);
  });

  it("has no broken references and no schemas of an unknown type", () => {
    const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
    let docs = 0;
    for (const [place, object] of objectsIn(document)) {
      if (typeof object["$ref"] === "string") {
        docs++;
        expect([place, resolve(object["$ref"])]).toEqual([place, expect.any(Object)]);
      }
      const isSchema = /\/(schema|items|anyOf\/\d+|oneOf\/\d+|schemas\/\w+)$/.test(place);
      if (isSchema && typeof object["type"] === "string")
        expect([place, types.has(object["type"])]).toEqual([place, true]);
      if (Array.isArray(object["required"]) && isSchema) {
        expect(Object.keys(object["properties"] ?? {})).toEqual(expect.arrayContaining(object["required"]));
      }
      if (typeof object["pattern"] === "string") expect(() => new RegExp(String(object["pattern"]), "u")).not.toThrow();
    }
    expect(docs).toBeGreaterThan(50);
  });

  it("describes query parameters in their encoding: nested ones with dots, numbers and booleans as such", () => {
    const parameters = operationOf("listPosts")?.parameters ?? [];
    expect(parameters.find(({ name }) => name === "paging.limit")).toEqual({
      name: "paging.limit",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 100 },
    });
    expect(parameters.find(({ name }) => name === "featured")?.schema).toEqual({ type: "boolean" });
    expect(parameters.find(({ name }) => name === "tagIds")?.schema).toMatchObject({ type: "array", maxItems: 250 });
  });

  it("describes bodies with the names of the wire format", () => {
    const bodyOf = (id: string) => operationOf(id)?.requestBody?.content["application/json"].schema;
    expect(bodyOf("login")).toMatchObject({ type: "object", required: ["loginId", "password"] });
    expect(bodyOf("token")?.anyOf).toHaveLength(4);
    expect(bodyOf("createRedirectSession")?.properties).toHaveProperty("auth");
    expect(operationOf("listPosts")?.requestBody).toBeUndefined();
  });

  it("has an example for each endpoint that its schema accepts", () => {
    for (const { endpoint, request } of servedEndpoints(createApp(server.context))) {
      const { example } =
        areaDocs.flatMap(({ endpoints, docs }) =>
          Object.entries(endpoints).flatMap(([name, candidate]) => (candidate === endpoint ? (docs[name] ?? []) : [])),
        )[0] ?? {};
      const result = request.safeParse({ params: {}, query: {}, body: {}, ...example });
      expect([endpoint.path, result.error?.issues ?? []]).toEqual([endpoint.path, []]);
    }
  });

  it("lists error codes by status, and who may call", () => {
    expect(codesOf("login", "401")).toEqual(["-19976", "-19973", "UNAUTHENTICATED"]);
    expect(codesOf("login", "400")).toEqual(["-19971", "-19970"]);
    expect(responseOf(operationOf("login"), "503").headers).toHaveProperty("Retry-After");
    expect(codesOf("getPost", "404")[0]).toBe("POST_NOT_FOUND");
    for (const code of ["UNAVAILABLE", "unauthorized_client"]) expect(document.info.description).toContain(code);
    expect(operationOf("token")?.security).toEqual([]);
    expect(operationOf("getPost")?.security).toEqual([{ accessToken: [] }]);
  });

  it("has real error responses as examples", async () => {
    const token = await server.visitorToken();
    const missing = await server.call("GET", "/v3/posts/slugs/missing", { token });
    expect(document.components.examples["POST_NOT_FOUND"]?.value).toEqual(missing.body);
    const invalid = await server.call("GET", "/v3/posts?paging.limit=101", { token });
    expect(document.components.examples["INVALID_ARGUMENT"]?.value).toEqual(invalid.body);
    const oauth = await server.call("POST", "/oauth2/token", {
      body: { grantType: "anonymous", clientId: "01234567-89ab-4cde-8f01-23456789abcd" },
    });
    expect(document.components.examples["invalid_client"]?.value).toEqual(oauth.body);
  });

  it("cannot be built for an endpoint outside of the contract", () => {
    const [first] = servedEndpoints(createApp(server.context));
    const stranger = { ...first!, endpoint: { ...first!.endpoint }, bodyLimit: bodyLimits.content.bytes };
    expect(() =>
      describeApi([stranger], { siteName: "Tests", publicUrl: "http://localhost", version: "1.0.0" }),
    ).toThrow("No area of the contract has the endpoint");
  });
});

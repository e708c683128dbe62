import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";
import type { Address, CustomField, IdentityProfile } from "./auth/identity/identity.ts";
import type { addressSchema, customFieldSchema, identityProfileSchema } from "./auth/identity/schema.ts";
import type * as post from "./blog/posts/post.ts";
import type * as postSchema from "./blog/posts/schema.ts";
import { endpoint } from "./endpoint.ts";
import { defineArea } from "./endpoint-docs.ts";
import type { GetCurrentMemberRequest } from "./members/member.ts";
import type { getCurrentMemberRequest } from "./members/schema.ts";
import type { AuthRequest, CreateRedirectSessionRequest } from "./redirects/redirect-session.ts";
import type { authRequestSchema, redirectSessionRequest } from "./redirects/schema.ts";

/**
 * Types are separate from schemas, so that clients need no schema library. The compiler checks these; the test run only
 * proves that the file exists.
 */

interface Request {
  params?: object;
  query?: object;
}
type Query<Of extends Request> = NonNullable<Of["query"]>;
/** Input and output have the same keys, and every value that callers may send is accepted. */
type Agrees<Sent extends Request, Schema extends z.ZodType<Request>> = [
  keyof Query<Sent>,
  Sent["params"],
  Required<Sent> extends Required<z.output<Schema>> ? "taken" : "refused",
] extends [keyof Query<z.output<Schema>>, z.output<Schema>["params"], "taken"]
  ? [keyof Query<z.output<Schema>>] extends [keyof Query<Sent>]
    ? true
    : "the server reads more"
  : "the caller may send more";

describe("schemas and types", () => {
  it("agree on bodies", () => {
    expectTypeOf<z.infer<typeof addressSchema>>().toEqualTypeOf<Address>();
    expectTypeOf<z.infer<typeof customFieldSchema>>().toEqualTypeOf<CustomField>();
    expectTypeOf<z.infer<typeof identityProfileSchema>>().toEqualTypeOf<IdentityProfile>();
    expectTypeOf<z.infer<typeof authRequestSchema>>().toEqualTypeOf<AuthRequest>();
    expectTypeOf<z.infer<typeof redirectSessionRequest>>().toEqualTypeOf<CreateRedirectSessionRequest>();
  });

  it("agree on query strings", () => {
    expectTypeOf<Agrees<post.ListPostsRequest, typeof postSchema.listPostsRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<post.GetPostRequest, typeof postSchema.getPostRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<post.GetPostBySlugRequest, typeof postSchema.getPostBySlugRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<post.GetPostMetricsRequest, typeof postSchema.getPostMetricsRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<post.GetTotalPostsRequest, typeof postSchema.getTotalPostsRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<post.ListCategoriesRequest, typeof postSchema.listCategoriesRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<post.GetCategoryRequest, typeof postSchema.getCategoryRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<post.GetTagRequest, typeof postSchema.getTagRequest>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<GetCurrentMemberRequest, typeof getCurrentMemberRequest>>().toEqualTypeOf<true>();
  });

  it("are compared for each documented response", () => {
    const endpoints = { count: endpoint<object, { total: number; cursor?: string }>("GET", "/count") };
    const docsOf = <Schema extends z.ZodType>(schema: Schema) => ({
      count: { summary: "Count", response: { description: "The count.", schema } },
    });
    const area = { name: "a", title: "A", description: "", endpoints };
    const full = z.object({ total: z.int(), cursor: z.string().optional() });
    defineArea({ ...area, docs: docsOf(full) });
    // @ts-expect-error: an optional property is missing
    defineArea({ ...area, docs: docsOf(full.omit({ cursor: true })) });
    // @ts-expect-error: a property that the type lacks
    defineArea({ ...area, docs: docsOf(full.extend({ pages: z.int() })) });
    // @ts-expect-error: another type
    defineArea({ ...area, docs: docsOf(full.extend({ total: z.string() })) });
  });
});

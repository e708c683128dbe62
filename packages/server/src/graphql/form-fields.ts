import * as forms from "@porchlight/contract/forms/endpoints";
import { formResponse, submissionResponse } from "@porchlight/contract/forms/response-schema";
import * as submissions from "@porchlight/contract/forms/submission-endpoints";
import { GraphQLBoolean, type GraphQLFieldConfigMap, GraphQLID, GraphQLNonNull } from "graphql";
import { connectionType, type PageArguments, pageArguments, readConnection, selectedTotal } from "./connection.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import type { TypeFactory } from "./types.ts";

const byId = { id: { type: new GraphQLNonNull(GraphQLID) } };

/** Forms and submissions. */
export function formFields(types: TypeFactory): GraphQLFieldConfigMap<unknown, GraphqlContext> {
  const form = types.outputOf(formResponse, "form");
  const submission = types.outputOf(submissionResponse, "submission");
  return {
    form: {
      type: form,
      args: byId,
      resolve: async (_root, { id }: { id: string }, { call }) =>
        (await call(forms.getForm, { params: { formId: id } })).form,
    },
    forms: {
      type: new GraphQLNonNull(connectionType("Form", form)),
      description: "Enabled forms; for API keys all forms.",
      args: pageArguments,
      resolve: (_root, page: PageArguments, { call }, info) =>
        readConnection(page, async (query) => {
          const found = await call(forms.queryForms, { body: { query, ...selectedTotal(info) } });
          return { nodes: found.forms, paging: found.pagingMetadata };
        }),
    },
    submission: {
      type: submission,
      description: "A submission of the caller; any for API keys.",
      args: byId,
      resolve: async (_root, { id }: { id: string }, { call }) =>
        (await call(submissions.getSubmission, { params: { submissionId: id } })).submission,
    },
    submissions: {
      type: new GraphQLNonNull(connectionType("FormSubmission", submission)),
      description: "Submissions of the caller; for API keys all, or their own.",
      args: { onlyYourOwn: { type: GraphQLBoolean }, ...pageArguments },
      resolve: (_root, { onlyYourOwn, ...page }: { onlyYourOwn?: boolean | null } & PageArguments, { call }, info) =>
        readConnection(page, async (query) => {
          const body = { query, ...(onlyYourOwn != null && { onlyYourOwn }), ...selectedTotal(info) };
          const found = await call(submissions.querySubmission, { body });
          return { nodes: found.submissions, paging: found.metadata };
        }),
    },
  };
}

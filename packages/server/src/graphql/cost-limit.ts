import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isLeafType,
} from "graphql";
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from "graphql-query-complexity";
import type { Plugin } from "graphql-yoga";

/** An object costs 2, a value 1. The cost of a list's page is multiplied by its size. */
const estimateField: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (type.name.startsWith("__")) return 0;
  const cost = isLeafType(getNamedType(field.type)) ? 1 : 2 + childComplexity;
  return "first" in args ? cost * Math.max(1, args["first"] ?? defaultPageSize) : cost;
};
const defaultPageSize = 20;

const estimators = [fieldExtensionsEstimator(), estimateField];

interface ExecutionParameters {
  schema: GraphQLSchema;
  document: DocumentNode;
  variableValues?: Record<string, unknown> | null;
  operationName?: string | null;
}

/** Rejects operations that cost more, with the values of their variables. */
export function costLimitPlugin(maxCost: number): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const error = validateCost(args as ExecutionParameters, maxCost);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
  };
}

function validateCost(
  { schema, document: query, variableValues, operationName }: ExecutionParameters,
  maxCost: number,
): GraphQLError | undefined {
  const operation = getOperationAST(query, operationName);
  // The execution reports which operations there are.
  if (!operation) return undefined;
  const selected = operation.name ? { operationName: operation.name.value } : {};
  try {
    const cost = getComplexity({ schema, query, estimators, variables: variableValues ?? {}, ...selected });
    if (cost <= maxCost) return undefined;
    const message = `The operation costs ${cost}, more than ${maxCost}. Select fewer fields or smaller pages.`;
    return new GraphQLError(message, { extensions: { code: "INVALID_ARGUMENT", status: 400 } });
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

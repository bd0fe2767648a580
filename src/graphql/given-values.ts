import {
  type DirectiveNode,
  type FieldNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValueNode,
} from 'graphql';

/** The numbers, texts and booleans that a valid operation gives in its arguments, with these variables. */
export class GivenValues {
  readonly #operation: OperationDefinitionNode;
  readonly #variables: Record<string, unknown>;

  constructor(operation: OperationDefinitionNode, variables: Record<string, unknown>) {
    this.#operation = operation;
    this.#variables = variables;
  }

  argument(node: FieldNode | DirectiveNode, argumentName: string): unknown {
    const argument = node.arguments?.find(({ name }) => name.value === argumentName);
    return argument && this.#value(argument.value);
  }

  /** Whether neither `@skip` nor `@include` leaves it out. */
  isRun({ directives = [] }: SelectionNode): boolean {
    return directives.every(directive => {
      const condition = this.argument(directive, 'if');
      if (directive.name.value === GraphQLSkipDirective.name) return condition !== true;
      return directive.name.value !== GraphQLIncludeDirective.name || condition !== false;
    });
  }

  #value(node: ValueNode): unknown {
    if (node.kind === Kind.INT) return Number(node.value);
    if (node.kind === Kind.STRING || node.kind === Kind.BOOLEAN) return node.value;
    if (node.kind !== Kind.VARIABLE) return undefined;
    const name = node.name.value;
    if (Object.hasOwn(this.#variables, name)) return this.#variables[name];
    const declared = this.#operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return declared?.defaultValue && this.#value(declared.defaultValue);
  }
}

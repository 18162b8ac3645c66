/** Takes out of payloads and free text what not everybody who looks at a saga may see. Pure. */
@NullMarked
package io.querent.runtime.masking;

import org.jspecify.annotations.NullMarked;

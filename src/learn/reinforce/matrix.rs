//! Products of matrices.

/// A matrix in a slice, row by row, or the transpose of one.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a> {
    numbers: &'a [f32],
    rows: usize,
    columns: usize,
    is_transposed: bool,
}

impl<'a> Matrix<'a> {
    /// So many rows and columns.
    pub fn new(numbers: &'a [f32], rows: usize, columns: usize) -> Self {
        assert_eq!(numbers.len(), rows * columns);
        Self { numbers, rows, columns, is_transposed: false }
    }

    /// Rows for columns.
    pub const fn transposed(self) -> Self {
        let Self { numbers, rows, columns, is_transposed } = self;
        Self { numbers, rows: columns, columns: rows, is_transposed: !is_transposed }
    }

    /// How far it is to the next row, and to the next column.
    const fn strides(self) -> (isize, isize) {
        if self.is_transposed { (1, self.rows as isize) } else { (self.columns as isize, 1) }
    }
}

/// Adds the product of two matrices to a third, which stands row by row.
///
/// # Panics
/// When the sizes do not fit.
pub(super) fn add_product(a: Matrix<'_>, b: Matrix<'_>, sum: &mut [f32]) {
    assert_eq!(a.columns, b.rows);
    assert_eq!(sum.len(), a.rows * b.columns);
    let ((a_down, a_right), (b_down, b_right)) = (a.strides(), b.strides());
    #[expect(unsafe_code, reason = "the multiplication takes pointers")]
    // SAFETY: each matrix has rows times columns numbers, by `Matrix::new` and the assertions
    // above, and its strides stay within them; `sum` is borrowed mutably, so nothing else aliases it.
    unsafe {
        matrixmultiply::sgemm(
            a.rows,
            a.columns,
            b.columns,
            1.0,
            a.numbers.as_ptr(),
            a_down,
            a_right,
            b.numbers.as_ptr(),
            b_down,
            b_right,
            1.0,
            sum.as_mut_ptr(),
            b.columns as isize,
            1,
        );
    }
}
